/**
 * The loops of a graph: its strongly connected components that hold an edge (Tarjan 1972, without
 * recursion), a later one never leading to an earlier one.
 */
export const loopsOf = (edges: readonly ReadonlyMap<number, number>[]): number[][] => {
  const finder = new Finder(edges);
  edges.forEach((_, start) => finder.visit(start));
  return finder.loops.reverse();
};

interface Frame {
  readonly node: number;
  readonly targets: readonly number[];
  next: number;
}

class Finder {
  readonly loops: number[][] = [];
  private readonly order = new Map<number, number>();
  private readonly low = new Map<number, number>();
  private readonly stack: number[] = [];
  private readonly stacked = new Set<number>();

  constructor(private readonly edges: readonly ReadonlyMap<number, number>[]) {}

  visit(start: number): void {
    if (this.order.has(start)) return;
    const frames = [this.enter(start)];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const target = frame.targets[frame.next];
      frame.next += 1;
      if (target === undefined) {
        frames.pop();
        this.leave(frame.node, frames.at(-1)?.node);
      } else if (!this.order.has(target)) {
        frames.push(this.enter(target));
      } else if (this.stacked.has(target)) {
        this.lower(frame.node, this.order.get(target) ?? 0);
      }
    }
  }

  private enter(node: number): Frame {
    const number = this.order.size;
    this.order.set(node, number);
    this.low.set(node, number);
    this.stack.push(node);
    this.stacked.add(node);
    return { node, targets: [...(this.edges[node]?.keys() ?? [])], next: 0 };
  }

  private leave(node: number, parent: number | undefined): void {
    const low = this.low.get(node) ?? 0;
    if (parent !== undefined) this.lower(parent, low);
    if (low !== this.order.get(node)) return;
    const component = this.stack.splice(this.stack.lastIndexOf(node));
    for (const member of component) this.stacked.delete(member);
    if (component.length > 1 || this.edges[node]?.has(node) === true) this.loops.push(component);
  }

  private lower(node: number, to: number): void {
    this.low.set(node, Math.min(this.low.get(node) ?? to, to));
  }
}
