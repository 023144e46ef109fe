import type { ChatMessage } from '@caseloom/contract/assistant/assistant'
import { ActionIcon } from '@mantine/core'
import { IconThumbDown, IconThumbDownFilled, IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Chip } from '../../ui/Chip.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Markdown } from '../../ui/rich-text/Markdown.tsx'
import classes from './Answer.module.css'
import { mayThumb, questionBefore } from './chat-rules.ts'
import { ComponentCard } from './ComponentCard.tsx'
import { DetailedContent } from './DetailedContent.tsx'
import { DraftCard } from './DraftCard.tsx'
import { ownLink } from './PlaceLink.tsx'
import { Sources } from './Sources.tsx'
import { FeedbackForm } from './FeedbackForm.tsx'
import { UnderstoodCard } from './UnderstoodCard.tsx'
import type { Chat } from './useChat.ts'

export function Answer({ chat, message }: { chat: Chat; message: ChatMessage }) {
  const { t } = useTranslation('hero')
  return (
    <div className={classes.answer} data-error={message.isError || undefined}>
      {message.detailedContent === '' ? (
        <Markdown text={message.content} ownLink={ownLink} />
      ) : (
        <DetailedContent html={message.detailedContent} />
      )}
      {message.stopped && <p className={classes.hint}>{t('stopped')}</p>}
      {message.understood !== undefined && message.understood !== null && (
        <UnderstoodCard
          understood={message.understood}
          onEdit={chat.canType ? () => chat.setTyped(questionBefore(chat.messages, message.id)) : null}
        />
      )}
      <Sources sources={message.sources} />
      {message.drafts.length > 0 && (
        <div className={classes.cards}>
          {message.drafts.map((draft) => (
            <DraftCard key={`${draft.kind} ${draft.title} ${draft.to}`} draft={draft} />
          ))}
        </div>
      )}
      {message.components.length > 0 && (
        <div className={classes.cards}>
          {message.components.map((component) => (
            <ComponentCard key={component.id} chat={chat} component={component} />
          ))}
        </div>
      )}
      <Acts chat={chat} message={message} />
      {chat.moreFor === message.id && message.feedbackId !== null && (
        <FeedbackForm feedbackId={message.feedbackId} onClose={chat.closeMore} />
      )}
    </div>
  )
}

function Acts({ chat, message }: { chat: Chat; message: ChatMessage }) {
  const { t } = useTranslation('hero')
  const { thumbUp, thumbDown } = message.feedbackReceived
  const isGiven = !mayThumb(message)
  const Up = thumbUp ? IconThumbUpFilled : IconThumbUp
  const Down = thumbDown ? IconThumbDownFilled : IconThumbDown
  const by = message.answeredBy
  return (
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
      {by !== null && (
        <span className={classes.by}>
          {by.kind === 'builtIn' ? t('byBuiltIn') : t('byModel', { name: by.name })}
        </span>
      )}
      {by?.insteadOf !== undefined && (
        <Chip hue={by.insteadOf === 'limit' ? 'amber' : 'red'}>{t(`insteadOf.${by.insteadOf}`)}</Chip>
      )}
    </div>
  )
}
