import type { UpwardImports } from './rooms.ts'

/** Imports against the order of rooms from before it was checked; none is left, and none may be added. */
export const UPWARD_IMPORTS: UpwardImports = {}
