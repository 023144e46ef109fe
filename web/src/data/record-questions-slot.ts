import { createContext, type ReactNode } from 'react'

export interface RecordQuestionsProps {
  recordId: string
}

export interface QuestionAnswerProps extends RecordQuestionsProps {
  approvalId: string
}

interface RecordQuestions {
  /** All that are open. */
  beside: (props: RecordQuestionsProps) => ReactNode
  /** The answer to one, or why the reader can’t give it. */
  answer: (props: QuestionAnswerProps) => ReactNode
}

/** Draws what runs on a record ask people. Records don’t know automation: the shell puts it here. */
export const RecordQuestionsSlot = createContext<RecordQuestions | null>(null)
