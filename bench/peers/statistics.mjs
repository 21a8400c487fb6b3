// What is said of a list of times. Requires everywhere: the list is not empty.
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function summary(values) {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

// Requires: all values > 0.
export function geometric_mean(values) {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
