/** What the references of one document name: `$id`, `$anchor`, `$dynamicAnchor`, pointers. */
import { pointer, resolvePointer } from '../json/pointer.js';
import { isObject, member, type Json } from '../json/value.js';
import { DEFAULT_DIALECT, dialectOf, subschemasOf, type Dialect } from './dialect.js';
import type { SchemaFault } from './fault.js';
import { BUILT_IN } from './meta/built-in.js';
import { decodeFragment, resolveUri, splitFragment } from './uri.js';

/** A schema found by a reference; `pointer` is its location, see `ResourceIndex`. */
export interface Resolved {
  readonly pointer: string;
  readonly schema: Json;
  readonly dialect: Dialect;
  /** The location of the schema resource (RFC: nearest `$id`) that it stands in. */
  readonly resource: string;
}

export type Resolution = Resolved | { readonly fault: SchemaFault };

/**
 * Locations are JSON Pointers from the root of the document. A location in a built-in meta-schema
 * is its URI, `#`, and the pointer there.
 */
export interface ResourceIndex {
  /** What is wrong with the identifiers themselves: one given twice, a dialect not read. */
  readonly faults: readonly SchemaFault[];
  /** Every place in the document where a schema stands, in document order. */
  readonly locations: ReadonlyMap<string, Resolved>;
  /** Never fetches: what is neither in the document nor built in is a fault. */
  resolve(ref: string, from: string): Resolution;
  /** The schema resource that a location stands in. */
  resourceAt(location: string): string;
  /** The location of `$dynamicAnchor: name` in that resource. */
  dynamicAnchor(resource: string, name: string): Resolved | undefined;
}

interface Place extends Resolved {
  readonly base: string;
}

interface Document {
  readonly prefix: string;
  readonly root: Json;
  readonly dialect: Dialect;
  readonly places: Map<string, Place>;
  readonly resources: Map<string, string>;
  readonly anchors: Map<string, string>;
  readonly dynamicAnchors: Map<string, string>;
  readonly faults: SchemaFault[];
}

const PLAIN_NAME = /^[A-Za-z_][-A-Za-z0-9._:]*$/;

const textMember = (schema: Json, key: string): string | undefined => {
  const value = isObject(schema) ? member(schema, key) : undefined;
  return typeof value === 'string' ? value : undefined;
};

const claim = (
  names: Map<string, string>,
  name: string,
  location: string,
  faults: SchemaFault[],
): void => {
  if (names.has(name)) {
    const message = `"${name}" already names another schema of this document.`;
    faults.push({ pointer: location, code: 'identifier-duplicate', message });
  } else {
    names.set(name, location);
  }
};

const within = (parent: Place, location: string, schema: Json): Place => ({
  base: parent.base,
  schema,
  pointer: location,
  resource: parent.resource,
  dialect: parent.dialect,
});

/** Registers the identifiers of one schema and answers what holds for the schemas inside it. */
const place = (document: Document, location: string, schema: Json, parent: Place): Place => {
  const voidSiblings = parent.dialect === 'draft-07' && textMember(schema, '$ref') !== undefined;
  const id = voidSiblings ? undefined : textMember(schema, '$id');
  if (id === undefined) return within(parent, location, schema);
  const { uri, fragment } = splitFragment(id);
  if (uri === '') {
    // draft-07 spells an anchor as an `$id` that is only a fragment.
    if (fragment !== '') {
      claim(document.anchors, `${parent.base}#${fragment}`, location, document.faults);
    }
    return within(parent, location, schema);
  }
  const base = resolveUri(parent.base, uri);
  const dialect = dialectOf(schema, parent.dialect);
  if (dialect === null) {
    const message = 'The embedded schema names a dialect that is not read here.';
    document.faults.push({ pointer: location, code: 'dialect-unsupported', message });
  }
  claim(document.resources, base, location, document.faults);
  return {
    base,
    schema,
    pointer: location,
    resource: location,
    dialect: dialect ?? parent.dialect,
  };
};

const registerAnchors = (document: Document, here: Place): void => {
  if (here.dialect === 'draft-07') return;
  const anchor = textMember(here.schema, '$anchor');
  const dynamic = textMember(here.schema, '$dynamicAnchor');
  if (anchor !== undefined) {
    claim(document.anchors, `${here.base}#${anchor}`, here.pointer, document.faults);
  }
  if (dynamic === undefined) return;
  if (dynamic !== anchor) {
    claim(document.anchors, `${here.base}#${dynamic}`, here.pointer, document.faults);
  }
  document.dynamicAnchors.set(`${here.resource}\n${dynamic}`, here.pointer);
};

const visit = (document: Document, location: string, schema: Json, parent: Place): void => {
  const stack: { location: string; schema: Json; parent: Place }[] = [{ location, schema, parent }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const here = place(document, next.location, next.schema, next.parent);
    document.places.set(next.location, here);
    registerAnchors(document, here);
    const inside = subschemasOf(here.schema, here.dialect).reverse();
    for (const { tokens, schema: child } of inside) {
      stack.push({ location: pointer(here.pointer, ...tokens), schema: child, parent: here });
    }
  }
};

const readDocument = (root: Json, dialect: Dialect, prefix: string, base: string): Document => {
  const document: Document = {
    prefix,
    root,
    dialect,
    places: new Map(),
    resources: new Map([[base, prefix]]),
    anchors: new Map(),
    dynamicAnchors: new Map(),
    faults: [],
  };
  // A built-in document is known by its `$id`, which is about to be claimed.
  if (base !== '') document.resources.clear();
  visit(document, prefix, root, { base, schema: root, pointer: prefix, resource: prefix, dialect });
  return document;
};

const fault = (from: string, ref: string, why: string): { readonly fault: SchemaFault } => ({
  fault: {
    pointer: from,
    code: 'reference-unresolved',
    message: `"${ref}" ${why}. Only what stands in this document, and the meta-schemas of draft-07 and 2020-12, can be referred to; nothing is fetched.`,
  },
});

class Index implements ResourceIndex {
  readonly #root: Document;
  readonly #builtIn = new Map<string, Document>();

  constructor(root: Json, dialect: Dialect) {
    this.#root = readDocument(root, dialect, '', '');
  }

  get faults(): readonly SchemaFault[] {
    return this.#root.faults;
  }

  get locations(): ReadonlyMap<string, Resolved> {
    return this.#root.places;
  }

  resolve(ref: string, from: string): Resolution {
    const { uri, fragment } = splitFragment(ref);
    const document = this.#documentOf(from);
    if (document === null) return fault(from, ref, 'stands outside of every schema');
    const base = this.#placeOf(document, from).base;
    const target = resolveUri(base, uri);
    const decoded = decodeFragment(fragment);
    if (decoded === null) return fault(from, ref, 'has a fragment that is no valid UTF-8');
    const home = this.#homeOf(document, target);
    if (home === null) return fault(from, ref, 'names no schema here');
    const location = this.#locate(home, target, decoded);
    const found = location === null ? null : this.#at(home, location);
    return found ?? fault(from, ref, 'names nothing in the schema that it points into');
  }

  resourceAt(location: string): string {
    const document = this.#documentOf(location);
    return document === null ? '' : this.#placeOf(document, location).resource;
  }

  dynamicAnchor(resource: string, name: string): Resolved | undefined {
    const document = this.#documentOf(resource);
    const location = document?.dynamicAnchors.get(`${resource}\n${name}`);
    return location === undefined ? undefined : document?.places.get(location);
  }

  #documentOf(location: string): Document | null {
    if (location === '' || location.startsWith('/')) return this.#root;
    return this.#builtInAt(splitFragment(location).uri);
  }

  #builtInAt(uri: string): Document | null {
    const known = this.#builtIn.get(uri);
    if (known !== undefined) return known;
    const schema = BUILT_IN.get(uri);
    if (schema === undefined) return null;
    const dialect = dialectOf(schema) ?? DEFAULT_DIALECT;
    const document = readDocument(schema, dialect, `${uri}#`, uri);
    this.#builtIn.set(uri, document);
    return document;
  }

  #homeOf(from: Document, uri: string): Document | null {
    if (from.resources.has(uri)) return from;
    return this.#root.resources.has(uri) ? this.#root : this.#builtInAt(uri);
  }

  #locate(home: Document, uri: string, fragment: string): string | null {
    if (PLAIN_NAME.test(fragment)) return home.anchors.get(`${uri}#${fragment}`) ?? null;
    const start = home.resources.get(uri);
    return start === undefined || (fragment !== '' && !fragment.startsWith('/'))
      ? null
      : start + fragment;
  }

  /** The nearest place above: a pointer may lead through keywords that hold no schema. */
  #placeOf(document: Document, location: string): Place {
    for (let at = location; at.length > document.prefix.length;) {
      const found = document.places.get(at);
      if (found !== undefined) return found;
      at = at.slice(0, at.lastIndexOf('/'));
    }
    const { root, dialect, prefix } = document;
    const nowhere = { base: '', schema: root, pointer: prefix, resource: prefix, dialect };
    return document.places.get(prefix) ?? nowhere;
  }

  #at(document: Document, location: string): Resolved | null {
    const known = document.places.get(location);
    if (known !== undefined) return known;
    const schema = resolvePointer(document.root, location.slice(document.prefix.length));
    if (schema === undefined) return null;
    // Found through a keyword that holds no schemas: an `$id` there identifies nothing.
    const { dialect, resource } = this.#placeOf(document, location);
    return { pointer: location, schema, dialect, resource };
  }
}

/**
 * The references of one document. `fallback` is the dialect of a document that names none; where
 * it names one that is not read, the reading goes on in the default and `faults` is silent: that
 * refusal belongs to whoever asks `dialectOf`.
 */
export const indexResources = (root: Json, fallback: Dialect = DEFAULT_DIALECT): ResourceIndex => {
  const dialect = dialectOf(root, fallback) ?? fallback;
  const known = latest.find((one) => one.root === root && one.dialect === dialect);
  if (known !== undefined) return known.index;
  const index = new Index(root, dialect);
  if (latest.push({ root, dialect, index }) > MOST_KEPT) latest.shift();
  return index;
};

/** A document is read several times in a row, in different ways, and seldom ever again. */
const MOST_KEPT = 4;
const latest: { readonly root: Json; readonly dialect: Dialect; readonly index: Index }[] = [];
