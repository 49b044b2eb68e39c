"""Where variants run: in lanes of this process, on executors, on Dask workers."""
