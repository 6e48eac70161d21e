"""New World: two dice and a location die against a Defence; what the roll has over is damage."""
