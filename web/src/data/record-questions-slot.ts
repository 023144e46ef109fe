import { createContext, type ReactNode } from 'react'

export interface RecordQuestionsProps {
  recordId: string
}

/** Draws what runs on a record ask people. Records don’t know automation: the shell puts it here. */
export const RecordQuestionsSlot = createContext<((props: RecordQuestionsProps) => ReactNode) | null>(null)
