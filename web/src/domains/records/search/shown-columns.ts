import { createContext } from 'react'

/** Keys of the columns that a list shows, for what is told beside them. */
export const ShownColumns = createContext<ReadonlySet<string>>(new Set())
