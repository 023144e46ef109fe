import { useTranslation } from 'react-i18next'
import classes from './Answer.module.css'
import type { Chat } from './useChat.ts'

interface SuggestionsProps {
  chat: Chat
  label: string
  questions: readonly string[]
}

export function Suggestions({ chat, label, questions }: SuggestionsProps) {
  if (questions.length === 0) return null
  return (
    <ul className={classes.suggestions} aria-label={label}>
      {questions.map((question) => (
        <li key={question}>
          <button type="button" disabled={!chat.canType} onClick={() => chat.ask(question)}>
            {question}
          </button>
        </li>
      ))}
    </ul>
  )
}

export function FirstQuestions({ chat, questions }: { chat: Chat; questions: readonly string[] }) {
  const { t } = useTranslation('hero')
  return <Suggestions chat={chat} label={t('suggestions')} questions={questions} />
}
