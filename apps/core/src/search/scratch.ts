/**
 * Scores by slot, of one query at a time. At 100,000 tools fresh arrays for each query would cost as
 * much as ranking does.
 */
export class Scratch {
  terms = new Float32Array(0);
  grams = new Float32Array(0);

  /** The same arrays with zeros in the first `size` slots. */
  cleared(size: number): this {
    if (size > this.terms.length) {
      const room = size + (size >>> 1);
      this.terms = new Float32Array(room);
      this.grams = new Float32Array(room);
      return this;
    }
    for (const scores of [this.terms, this.grams]) scores.fill(0, 0, size);
    return this;
  }
}
