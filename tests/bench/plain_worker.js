// The engine as one would write it at first: Pyodide as it is shipped, then our modules. Only for comparison.

const HERE = new URL(".", import.meta.url).href;

async function start() {
  const { loadPyodide } = await import(`${HERE}pyodide.mjs`);
  const python = await loadPyodide({ indexURL: HERE });
  const modules = await (await fetch(`${HERE}engine.zip`)).arrayBuffer();
  python.unpackArchive(modules, "zip");
  const port = python.pyimport("widgets.web.publish.port");
  port.start();
  return port;
}

let started;
async function hear(port, { id, near, resolver, question }) {
  try {
    const engine = await (started ??= start());
    if (near !== undefined) return port.postMessage({ id, ready: "plain" });
    port.postMessage({ id, answer: engine.answered(JSON.stringify({ resolver, question })) });
  } catch (error) {
    port.postMessage({ id, error: { name: error.name, message: String(error.message ?? error) } });
  }
}

const listen = (port) => (port.onmessage = ({ data }) => hear(port, data));
if ("onconnect" in self) self.onconnect = ({ ports: [port] }) => listen(port);
else listen(self);
