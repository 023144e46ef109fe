import { Loader } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Markdown } from '../../ui/rich-text/Markdown.tsx'
import { Answer } from './Answer.tsx'
import { questionBefore } from './chat-rules.ts'
import classes from './HeroPanel.module.css'
import { ownLink } from './PlaceLink.tsx'
import { FirstQuestions, Suggestions } from './Suggestions.tsx'
import { nextQuestions } from './suggestions.ts'
import type { Chat } from './useChat.ts'

const SCROLL_MS = 500

export function Conversation({ chat, suggested }: { chat: Chat; suggested: readonly string[] }) {
  const { t } = useTranslation('hero')
  const { messages, live, isAnswering } = chat
  const newest = messages.at(-1)
  const last = newest?.id
  const hasText = live !== null && live.text !== ''
  const log = useScrollToEnd([last, isAnswering, hasText, chat.moreFor].join(' '))
  const isEmpty = messages.length === 0 && !chat.loading && !chat.isError
  return (
    <div
      ref={log}
      className={classes.log}
      role="log"
      aria-live="polite"
      aria-label={t('conversation')}
      aria-busy={chat.loading}
      tabIndex={0}
    >
      {isEmpty && (
        <div className={classes.empty}>
          <h3>{t('empty')}</h3>
          <p>{t('emptyText')}</p>
          <FirstQuestions chat={chat} questions={suggested} />
        </div>
      )}
      {messages.map((message) =>
        message.role === 'user' ? (
          <p key={message.id} className={classes.question} dir="auto">
            {message.content}
          </p>
        ) : (
          <Answer key={message.id} chat={chat} message={message} />
        ),
      )}
      <LiveAnswer chat={chat} />
      {newest?.role === 'assistant' && !isAnswering && !chat.isError && (
        <Suggestions
          chat={chat}
          label={t('followUps')}
          questions={nextQuestions(newest, questionBefore(messages, newest.id), t)}
        />
      )}
    </div>
  )
}

/** The question just asked, and as much of its answer as there is. */
function LiveAnswer({ chat: { live, isAnswering } }: { chat: Chat }) {
  const { t } = useTranslation('hero')
  const text = live?.text ?? ''
  return (
    <>
      {live !== null && live.question !== null && (
        <p className={classes.question} dir="auto">
          {live.question}
        </p>
      )}
      {/* Announced once complete, not letter by letter. */}
      {text !== '' && (
        <div aria-live="off">
          <Markdown text={text} ownLink={ownLink} />
        </div>
      )}
      {isAnswering && text === '' && (
        <p className={classes.step} aria-live="off">
          <Loader size={14} aria-hidden />
          {live?.step ?? t('thinking')}
        </p>
      )}
    </>
  )
}

/** Scrolls to the end whenever the mark changes: the conversation has grown. */
function useScrollToEnd(mark: string): RefObject<HTMLDivElement | null> {
  const log = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (mark === '') return
    const timer = setTimeout(() => log.current?.scrollTo({ top: log.current.scrollHeight }), SCROLL_MS)
    return () => clearTimeout(timer)
  }, [mark])
  return log
}
