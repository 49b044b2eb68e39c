import "uplot/dist/uPlot.min.css";
