import { narrowToAny, type Mask } from '../../bits/mask.js';
import { ANY, isEvery, type NameList } from '../../policy/scope.js';
import { SlotSet } from './slot-set.js';

/** Which slots state which names in one of a policy's lists. It answers as `overlaps` does. */
export class NamePostings {
  private readonly byName = new Map<string, SlotSet>();
  /** Lists that admit every name, and lists that state anything at all. */
  private readonly every = new SlotSet();
  private readonly stated = new SlotSet();

  add(slot: number, list: NameList): void {
    if (list.length === 0) return;
    this.stated.add(slot);
    if (isEvery(list)) this.every.add(slot);
    else for (const name of list) if (name !== ANY) this.setOf(name).add(slot);
  }

  delete(slot: number, list: NameList): void {
    if (list.length === 0) return;
    this.stated.delete(slot);
    if (isEvery(list)) this.every.delete(slot);
    else for (const name of list) if (name !== ANY) this.setOf(name).delete(slot);
  }

  /** Keeps the slots whose list has a name in common with the one that is asked for. */
  narrowToOverlapping(asked: NameList, target: Mask): void {
    const dense: Mask[] = [];
    let sparse: Mask | undefined;
    for (const set of this.overlapping(asked)) {
      if (set.dense !== null) dense.push(set.dense);
      else if (!set.isEmpty) {
        sparse ??= new Uint32Array(target.length);
        set.uniteInto(sparse);
      }
    }
    narrowToAny(target, sparse === undefined ? dense : [...dense, sparse]);
  }

  private overlapping(asked: NameList): SlotSet[] {
    if (asked.length === 0) return [];
    if (isEvery(asked)) return [this.stated];
    const named = asked.flatMap((name) => (name === ANY ? [] : (this.byName.get(name) ?? [])));
    return [this.every, ...named];
  }

  private setOf(name: string): SlotSet {
    const known = this.byName.get(name);
    if (known !== undefined) return known;
    const created = new SlotSet();
    this.byName.set(name, created);
    return created;
  }
}
