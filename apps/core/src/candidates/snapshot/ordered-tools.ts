/** Tools by tool_id. */
export class OrderedTools<T extends { readonly tool_id: string }> {
  private readonly list: T[] = [];

  get all(): readonly T[] {
    return this.list;
  }

  put(tool: T): void {
    const at = this.placeOf(tool.tool_id);
    const isKnown = this.list[at]?.tool_id === tool.tool_id;
    // Most come in their order while a catalog is loaded.
    if (at === this.list.length) this.list.push(tool);
    else this.list.splice(at, isKnown ? 1 : 0, tool);
  }

  remove(toolId: string): void {
    const at = this.placeOf(toolId);
    if (this.list[at]?.tool_id === toolId) this.list.splice(at, 1);
  }

  private placeOf(toolId: string): number {
    const last = this.list.at(-1);
    if (last === undefined || last.tool_id < toolId) return this.list.length;
    let low = 0;
    let high = this.list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.list[middle]?.tool_id ?? '') < toolId) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
