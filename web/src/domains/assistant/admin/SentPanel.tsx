import type { SentEntry } from '@caseloom/contract/assistant/assistant-models'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { describeError } from '../../../data/describe-error.ts'
import { DockPanel, FactList, PanelSection } from '../../../ui/admin/DockPanel.tsx'
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx'
import { formatDuration } from '../../../ui/time.ts'
import { DateTime } from '../../../ui/Times.tsx'
import styles from './HeroAdmin.module.css'
import { moneyText } from './money.ts'
import { sentEntryQuery } from './model.queries.ts'
import { tokensText } from './sent-columns.tsx'

interface SentPanelProps {
  entry: SentEntry
  tenantName: string
  onClose: () => void
}

export function SentPanel({ entry, tenantName, onClose }: SentPanelProps) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const whole = useQuery(sentEntryQuery(accountId, entry.id))
  const { milliseconds, tools } = entry
  return (
    <DockPanel title={entry.user.name} subtitle={t(`sent.outcomes.${entry.outcome}`)} onClose={onClose}>
      <FactList
        facts={[
          [t('sent.columns.at'), <DateTime key="at" at={entry.at} seconds />],
          [t('sent.tenant'), tenantName],
          [t('sent.columns.model'), entry.model],
          [t('sent.host'), entry.host],
          [t('sent.columns.tokens'), tokensText(entry)],
          [t('sent.columns.cost'), moneyText(entry.cost, entry.currency)],
          [t('sent.time'), milliseconds === null ? '–' : formatDuration(milliseconds)],
          [t('sent.tools'), tools.length === 0 ? '–' : tools.join(', ')],
        ]}
      />
      {whole.isError && <ErrorSummary message={describeError(whole.error).text} />}
      {whole.data?.messages.map(({ role, text }, at) => (
        // Messages have no IDs and never change.
        <PanelSection key={`${at}-${role}`} title={t(`sent.roles.${role}`)}>
          <pre className={styles.message} tabIndex={0} dir="auto">
            {text}
          </pre>
        </PanelSection>
      ))}
    </DockPanel>
  )
}
