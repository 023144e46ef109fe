import { FEEDBACK_REASONS, type FeedbackView } from '@caseloom/contract/assistant/assistant'
import { ActionIcon, Button, Checkbox, Textarea } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../data/describe-error.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { ErrorSummary } from '../../ui/ErrorSummary.tsx'
import { toast } from '../../ui/toast.tsx'
import { sendFeedbackDetails } from './assistant.queries.ts'
import classes from './HeroPanel.module.css'

const MOST = 250

export function FeedbackForm({ feedbackId, onClose }: { feedbackId: string; onClose: () => void }) {
  const { t } = useTranslation('hero')
  const [reason, setReason] = useState<FeedbackView['reason']>(null)
  const [feedbackMessage, setMessage] = useState('')
  const [includePrompt, setIncludePrompt] = useState(true)
  const send = useSendFeedback({ feedbackId, reason, feedbackMessage, includePrompt, onClose })
  const failure = send.isError ? describeError(send.error) : null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold its close button beside its legend
    <div role="group" aria-label={t('more.title')} className={classes.more}>
      <div className={classes.moreHead}>
        <h3>{t('more.title')}</h3>
        <ActionIcon size={24} aria-label={t('more.close')} title={t('more.close')} onClick={onClose}>
          <IconX size={14} stroke={1.6} aria-hidden />
        </ActionIcon>
      </div>
      <ErrorSummary message={failure?.text} requestId={failure?.requestId} />
      <ReasonChoices reason={reason} setReason={setReason} />
      <Textarea
        aria-label={t('more.message')}
        placeholder={t('more.message')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MOST}
        value={feedbackMessage}
        onChange={(event) => setMessage(event.currentTarget.value)}
      />
      <div className={classes.moreEnd}>
        <Checkbox
          label={t('more.prompt')}
          checked={includePrompt}
          onChange={(event) => setIncludePrompt(event.currentTarget.checked)}
        />
        <span className={classes.count}>{t('more.count', { count: feedbackMessage.length })}</span>
        <Button loading={send.isPending} onClick={() => send.mutate()}>
          {t('more.submit')}
        </Button>
      </div>
    </div>
  )
}

interface SendFeedbackInput {
  feedbackId: string
  reason: 'missedSomething' | 'notMyQuestion' | 'outOfDate' | 'wrong' | null
  feedbackMessage: string
  includePrompt: boolean
  onClose: () => void
}

function useSendFeedback({ feedbackId, reason, feedbackMessage, includePrompt, onClose }: SendFeedbackInput) {
  const { tenantId } = useTenantScope()
  const { t } = useTranslation('hero')
  const send = useMutation({
    mutationFn: () => sendFeedbackDetails(tenantId, feedbackId, { reason, feedbackMessage, includePrompt }),
    onSuccess: () => {
      onClose()
      toast({ kind: 'success', title: t('more.thanks') })
    },
    meta: { quiet: true },
  })
  return send
}

interface ReasonChoicesProps {
  reason: 'missedSomething' | 'notMyQuestion' | 'outOfDate' | 'wrong' | null
  setReason: (next: FeedbackView['reason']) => void
}

function ReasonChoices({ reason, setReason }: ReasonChoicesProps) {
  const { t } = useTranslation('hero')
  return (
    <div className={classes.reasons}>
      {FEEDBACK_REASONS.map((each) => (
        <button
          key={each}
          type="button"
          className={classes.reason}
          aria-pressed={reason === each}
          onClick={() => setReason(reason === each ? null : each)}
        >
          {t(`more.${each}`)}
        </button>
      ))}
    </div>
  )
}
