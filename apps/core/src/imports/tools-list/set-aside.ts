/** Why a tool is set aside; `pointer` goes into the tool as the file has it. */
export interface SetAside {
  readonly code: string;
  readonly pointer: string;
  readonly message: string;
}
