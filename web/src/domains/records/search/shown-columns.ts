import { createContext } from 'react'

export const ShownColumns = createContext<ReadonlySet<string>>(new Set())
