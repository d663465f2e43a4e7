/** Fills an empty, migrated database. */
export declare const fill: (url: string, size: number) => Promise<void>;

/** The same requests in each run. */
export declare const requests: (withQuery: boolean) => object[];
