import { Loader } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { Answer } from './Answer.tsx'
import classes from './HeroPanel.module.css'
import type { Chat } from './useChat.ts'

const SCROLL_MS = 500

/** What was said, oldest first, and the answer that streams in. */
export function Conversation({ chat }: { chat: Chat }) {
  const { t } = useTranslation('hero')
  const log = useRef<HTMLDivElement>(null)
  const { messages, live, isAnswering } = chat
  const last = messages.at(-1)?.id
  const hasText = live !== null && live.text !== ''
  // Whatever makes the conversation longer leads to its end.
  const mark = [last, isAnswering, hasText, chat.moreFor].join(' ')
  useEffect(() => {
    if (mark === '') return
    const timer = setTimeout(() => log.current?.scrollTo({ top: log.current.scrollHeight }), SCROLL_MS)
    return () => clearTimeout(timer)
  }, [mark])
  const isEmpty = messages.length === 0 && !chat.loading && !chat.isError
  return (
    <div
      ref={log}
      className={classes.log}
      role="log"
      aria-label={t('conversation')}
      aria-busy={chat.loading}
      tabIndex={0}
    >
      {isEmpty && (
        <div className={classes.empty}>
          <h3>{t('empty')}</h3>
          <p>{t('emptyText')}</p>
        </div>
      )}
      {messages.map((message) =>
        message.role === 'user' ? (
          <p key={message.id} className={classes.question}>
            {message.content}
          </p>
        ) : (
          <Answer key={message.id} chat={chat} message={message} />
        ),
      )}
      {live !== null && live.question !== null && <p className={classes.question}>{live.question}</p>}
      {hasText && (
        <div className={classes.answer}>
          <Markdown text={live.text} />
        </div>
      )}
      {isAnswering && !hasText && (
        <p className={classes.step}>
          <Loader size={14} aria-hidden />
          {live?.step ?? t('thinking')}
        </p>
      )}
    </div>
  )
}
