import type { FeedbackView } from '@caseloom/contract/assistant/assistant'
import { useTranslation } from 'react-i18next'
import { DockPanel, FactList, PanelSection } from '../../../ui/admin/DockPanel.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { Markdown } from '../../../ui/rich-text/Markdown.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import { Thumb } from './feedback-columns.tsx'

interface FeedbackPanelProps {
  feedback: FeedbackView
  tenantName: string
  onClose: () => void
}

export function FeedbackPanel({ feedback, tenantName, onClose }: FeedbackPanelProps) {
  const { t } = useTranslation('admin')
  const { reason, feedbackMessage: message, prompt, answer } = feedback
  return (
    <DockPanel
      title={t(`feedback.thumbs.${feedback.thumbUp ? 'up' : 'down'}`)}
      subtitle={feedback.userId}
      onClose={onClose}
    >
      <FactList
        facts={[
          [t('feedback.thumb'), <Thumb key="thumb" feedback={feedback} t={t} />],
          [t('feedback.reason'), reason === null ? '–' : t(`feedback.reasons.${reason}`)],
          [t('feedback.columns.user'), feedback.userId],
          [t('feedback.tenant'), tenantName],
          [t('feedback.columns.at'), <DateTime key="at" at={feedback.timestamp} seconds />],
        ]}
      />
      {message !== null && message !== '' && (
        <PanelSection title={t('feedback.message')}>
          <p className={classes.said}>{message}</p>
        </PanelSection>
      )}
      {prompt === null && answer === null && <p className={classes.quiet}>{t('feedback.withheld')}</p>}
      {prompt !== null && (
        <PanelSection title={t('feedback.question')}>
          <p className={classes.said}>{prompt}</p>
        </PanelSection>
      )}
      {answer !== null && (
        <PanelSection title={t('feedback.answer')}>
          <Markdown text={answer} />
        </PanelSection>
      )}
    </DockPanel>
  )
}
