import type { RecordViewer } from '@caseloom/contract/records/presence'
import { createContext } from 'react'

/** Who else has the record of this page open. */
export const Viewers = createContext<readonly RecordViewer[]>([])
