import type { MailView } from '@caseloom/contract/identity/mails'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { DockPanel, FactList, PanelSection } from '../../../ui/admin/DockPanel.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { State } from '../../../ui/glyphs/State.tsx'
import { StateCard } from '../../../ui/StateCard.tsx'
import { DateTime } from '../../../ui/Times.tsx'
import styles from './Mail.module.css'
import { MAIL_STATES } from './mail-states.ts'
import { textParts } from './mail-text.ts'
import { type MailPlace, mailQuery } from './records.queries.ts'

interface MailPanelProps {
  place: MailPlace
  mailId: string
  onClose: () => void
}

export function MailPanel({ place, mailId, onClose }: MailPanelProps) {
  const { t } = useTranslation('admin')
  const query = useQuery(mailQuery(place, mailId))
  const mail = query.data
  if (query.isError)
    return (
      <DockPanel title={t('mail.title')} onClose={onClose}>
        <StateCard
          title={t('mail.oneFailed')}
          error={describeError(query.error)}
          onRetry={() => void query.refetch()}
        />
      </DockPanel>
    )
  if (mail === undefined)
    return (
      <DockPanel title={t('mail.title')} onClose={onClose}>
        {null}
      </DockPanel>
    )
  return (
    <DockPanel title={mail.subject} subtitle={mail.to} onClose={onClose}>
      <FactList
        facts={[
          [t('mail.at'), <DateTime key="at" at={mail.at} seconds />],
          [
            t('mail.state'),
            <State key="state" state={MAIL_STATES[mail.state]}>
              {t(`mail.states.${mail.state}`)}
            </State>,
          ],
          ...(mail.error === null ? [] : ([[t('mail.error'), mail.error]] as const)),
        ]}
      />
      <MailText mail={mail} />
    </DockPanel>
  )
}

function MailText({ mail }: { mail: MailView }) {
  const { t } = useTranslation('admin')
  return (
    <PanelSection title={t('mail.text')} end={<CopyButton value={mail.text} label={t('mail.copy')} />}>
      <p className={styles.text}>
        {textParts(mail.text).map((part, at) =>
          part.href === undefined ? (
            part.text
          ) : (
            <a
              // An email never changes: the index of a part is its identity.
              key={`${at} ${part.href}`}
              className={classes.link}
              href={part.href}
              target="_blank"
              rel="noopener noreferrer"
            >
              {part.text}
            </a>
          ),
        )}
      </p>
    </PanelSection>
  )
}
