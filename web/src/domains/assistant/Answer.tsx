import type { ChatDraft, ChatMessage, ChatSource } from '@caseloom/contract/assistant'
import { ActionIcon } from '@mantine/core'
import { IconThumbDown, IconThumbDownFilled, IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { addressParts } from '../../data/search-params.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { mayThumb } from './chat-rules.ts'
import { ComponentCard } from './ComponentCard.tsx'
import classes from './HeroPanel.module.css'
import { TellMore } from './TellMore.tsx'
import type { Chat } from './useChat.ts'

/** An answer with where it comes from, what it offers, and what one says of it. */
export function Answer({ chat, message }: { chat: Chat; message: ChatMessage }) {
  const { t } = useTranslation('hero')
  const { thumbUp, thumbDown } = message.feedbackReceived
  const isGiven = !mayThumb(message)
  const Up = thumbUp ? IconThumbUpFilled : IconThumbUp
  const Down = thumbDown ? IconThumbDownFilled : IconThumbDown
  return (
    <div className={classes.answer} data-error={message.isError || undefined}>
      <Markdown text={message.content} />
      {message.stopped && <p className={classes.hint}>{t('stopped')}</p>}
      <Links label={t('sources')} links={message.sources} />
      <Links label={t('drafts')} links={message.drafts} />
      {message.components.length > 0 && (
        <div className={classes.cards}>
          {message.components.map((component) => (
            <ComponentCard key={component.id} chat={chat} component={component} />
          ))}
        </div>
      )}
      <div className={classes.acts}>
        <CopyButton value={message.originalContent} />
        <ActionIcon
          size={24}
          aria-label={t('up')}
          title={t('up')}
          aria-pressed={thumbUp}
          disabled={isGiven}
          onClick={() => void chat.thumb(message, true)}
        >
          <Up size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
        <ActionIcon
          size={24}
          aria-label={t('down')}
          title={t('down')}
          aria-pressed={thumbDown}
          disabled={isGiven}
          onClick={() => void chat.thumb(message, false)}
        >
          <Down size={14} stroke={1.7} aria-hidden />
        </ActionIcon>
        {message.answeredBy !== null && (
          <span className={classes.by}>
            {message.answeredBy.kind === 'builtIn' ? t('builtIn') : message.answeredBy.name}
          </span>
        )}
      </div>
      {chat.moreFor === message.id && message.feedbackId !== null && (
        <TellMore feedbackId={message.feedbackId} onClose={chat.closeMore} />
      )}
    </div>
  )
}

function Links({ label, links }: { label: string; links: readonly (ChatSource | ChatDraft)[] }) {
  if (links.length === 0) return null
  return (
    <p className={classes.sources}>
      <span>{label}</span>
      {links.map((link) => (
        <PlaceLink key={`${link.to} ${link.title}`} to={link.to} title={link.title} />
      ))}
    </p>
  )
}

/** Pages of the product open here; the help, which is no page of it, in a tab of its own. */
function PlaceLink({ to, title }: { to: string; title: string }) {
  if (!to.startsWith('/')) return <span>{title}</span>
  if (!to.startsWith('/account/'))
    return (
      <a href={to} target="_blank" rel="noopener noreferrer">
        {title}
      </a>
    )
  return <Link {...addressParts(to)}>{title}</Link>
}
