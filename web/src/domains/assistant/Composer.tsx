import { ActionIcon, Button, Textarea } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { questionOf } from './chat-rules.ts'
import classes from './HeroPanel.module.css'
import type { Chat } from './useChat.ts'

const FOCUS_MS = 400

/** Enter sends, Shift+Enter adds a line. */
export function Composer({ chat, about }: { chat: Chat; about: string | null }) {
  const { t } = useTranslation('hero')
  const input = useRef<HTMLTextAreaElement>(null)
  const { canType, showChatAssistant } = chat
  const isReviewing = chat.reviewed !== null
  const opened = useRef(0)
  useEffect(() => {
    opened.current = showChatAssistant ? performance.now() : 0
  }, [showChatAssistant])
  useEffect(() => {
    // A dialog that is fading out is still mounted: don't take the focus from it.
    if (!canType || isReviewing || !showChatAssistant) return
    // Loading time counts: the focus comes 400 ms after opening.
    const waited = performance.now() - opened.current
    const pause = waited < FOCUS_MS ? FOCUS_MS - waited : FOCUS_MS
    const timer = setTimeout(() => mayTakeFocus(input.current) && input.current?.focus(), pause)
    return () => clearTimeout(timer)
  }, [canType, isReviewing, showChatAssistant])
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault()
        chat.send()
      }}
    >
      {chat.isError && (
        <div role="alert" className={classes.banner}>
          <span>{t('network')}</span>
          <Button variant="subtle" onClick={chat.retry}>
            {t('again')}
          </Button>
        </div>
      )}
      {chat.notice !== null && (
        <p role="alert" className={classes.notice}>
          {chat.notice}
        </p>
      )}
      <ComposerBox canType={canType} input={input} about={about} chat={chat} />
    </form>
  )
}

/** Never takes the focus from another part of the page. */
function mayTakeFocus(input: HTMLElement | null): boolean {
  const active = document.activeElement
  if (input === null || active === null || active === document.body) return true
  const isTyping = active.matches('input, textarea, select, [contenteditable="true"]')
  return !isTyping && document.querySelector('[role="menu"], [role="listbox"]') === null
}

interface ComposerBoxProps {
  canType: boolean
  input: RefObject<HTMLTextAreaElement | null>
  about: string | null
  chat: Chat
}

/** The text, what the answer is about, and the button that sends. */
function ComposerBox({ canType, input, about, chat }: ComposerBoxProps) {
  const { t } = useTranslation('hero')
  return (
    <div className={classes.box} data-disabled={!canType || undefined}>
      <Textarea
        ref={input}
        aria-label={t('ask')}
        placeholder={about === null ? t('placeholder') : t('placeholderAbout', { about })}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={4000}
        disabled={!canType}
        value={chat.typed}
        onChange={(event) => chat.setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Enter that confirms an IME composition must not send.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          chat.send()
        }}
      />
      <div className={classes.boxEnd}>
        {chat.isAnswering ? (
          <ActionIcon variant="filled" aria-label={t('stop')} title={t('stop')} onClick={chat.stop}>
            <IconPlayerStopFilled size={14} aria-hidden />
          </ActionIcon>
        ) : (
          <ActionIcon
            type="submit"
            variant="filled"
            aria-label={t('send')}
            title={t('send')}
            disabled={!canType || questionOf(chat.typed) === null}
          >
            <IconArrowUp size={14} stroke={1.8} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </div>
  )
}
