"""The benchmark: our odds beside the same answer from other libraries, in one run. `make bench`."""
