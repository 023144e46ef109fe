import type { FeedbackView } from '@caseloom/contract/assistant/assistant'
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import classes from '../../../ui/admin/Settings.module.css'
import type { GridColumn } from '../../../ui/grid/grid-column.ts'
import { DateTime } from '../../../ui/Times.tsx'

type Translate = TFunction<'admin'>

function saidOf(feedback: FeedbackView, t: Translate): string {
  const { reason, feedbackMessage } = feedback
  const parts = [reason === null ? null : t(`feedback.reasons.${reason}`), feedbackMessage]
  const said = parts.filter((part) => part !== null && part !== '')
  return said.length === 0 ? t('feedback.nothingSaid') : said.join(': ')
}

export function Thumb({ feedback, t }: { feedback: FeedbackView; t: Translate }) {
  const Glyph = feedback.thumbUp ? IconThumbUp : IconThumbDown
  return (
    <span className={classes.person}>
      <Glyph
        size={14}
        stroke={1.7}
        color={feedback.thumbUp ? 'var(--cl-green-text)' : 'var(--cl-red-text)'}
        aria-hidden
      />
      {t(`feedback.thumbs.${feedback.thumbUp ? 'up' : 'down'}`)}
    </span>
  )
}

export function feedbackColumns(
  t: Translate,
  tenantName: (tenantId: string) => string,
): GridColumn<FeedbackView>[] {
  return [
    {
      key: 'thumb',
      label: t('feedback.columns.thumb'),
      width: 128,
      render: (feedback) => <Thumb feedback={feedback} t={t} />,
    },
    {
      key: 'said',
      label: t('feedback.columns.said'),
      title: true,
      render: (feedback) => saidOf(feedback, t),
      text: (feedback) => saidOf(feedback, t),
    },
    {
      key: 'user',
      label: t('feedback.columns.user'),
      width: 200,
      fold: 1,
      render: (feedback) => <span className={classes.cut}>{feedback.userId}</span>,
      text: (feedback) => feedback.userId,
    },
    {
      key: 'tenant',
      label: t('feedback.columns.tenant'),
      width: 160,
      fold: 2,
      render: (feedback) => <span className={classes.cut}>{tenantName(feedback.tenantId)}</span>,
      text: (feedback) => tenantName(feedback.tenantId),
    },
    {
      key: 'at',
      label: t('feedback.columns.at'),
      width: 152,
      quiet: true,
      render: (feedback) => <DateTime at={feedback.timestamp} />,
    },
  ]
}
