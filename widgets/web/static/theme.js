// Runs before the first paint, so that a reader who chose a theme never sees the other one flash by.
try {
  const theme = localStorage.getItem("rb-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps no storage follows the system's theme.
}
