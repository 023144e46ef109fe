import type { AuditEntry } from '@caseloom/contract/identity/directory'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { managedTenantsQuery } from '../../../data/account-admin.ts'
import { useAdminScope } from '../../../data/admin-scope.ts'
import { DockPanel, FactList, PanelSection } from '../../../ui/admin/DockPanel.tsx'
import classes from '../../../ui/admin/Settings.module.css'
import { DateTime } from '../../../ui/Times.tsx'
import type { AuditSearch } from './admin-search.ts'
import { actionWords } from './audit-range.ts'

interface AuditPanelProps {
  entry: AuditEntry
  onClose: () => void
  onNarrow: (part: AuditSearch) => void
}

export function AuditPanel({ entry, onClose, onNarrow }: AuditPanelProps) {
  const { t } = useTranslation('admin')
  const { accountId } = useAdminScope()
  const tenants = useQuery(managedTenantsQuery(accountId))
  const { actor, object, digests } = entry
  const tenant = tenants.data?.find((one) => one.id === entry.tenantId)?.name ?? entry.tenantId
  return (
    <DockPanel
      title={actionWords(entry.action)}
      subtitle={actor.name}
      onClose={onClose}
      footer={
        <>
          {actor.id !== null && (
            <Button onClick={() => onNarrow({ actor: actor.id ?? '' })}>{t('audit.onlyActor')}</Button>
          )}
          <Button onClick={() => onNarrow({ action: entry.action })}>{t('audit.onlyAction')}</Button>
        </>
      }
    >
      <EntryFacts entry={entry} actor={actor} object={object} tenant={tenant} />
      {(digests.before !== null || digests.after !== null) && (
        <PanelSection title={t('audit.digests')}>
          <FactList
            facts={[
              [t('audit.before'), digests.before === null ? '–' : mono(digests.before)],
              [t('audit.after'), digests.after === null ? '–' : mono(digests.after)],
            ]}
          />
        </PanelSection>
      )}
    </DockPanel>
  )
}

function mono(text: string) {
  return <code className={classes.mono}>{text}</code>
}

interface EntryFactsProps {
  entry: AuditPanelProps['entry']
  actor: AuditEntry['actor']
  object: AuditEntry['object']
  tenant: string | null
}

function EntryFacts({ entry, actor, object, tenant }: EntryFactsProps) {
  const { t } = useTranslation('admin')
  return (
    <FactList
      facts={[
        [t('audit.columns.at'), <DateTime key="at" at={entry.at} seconds />],
        [t('audit.columns.actor'), actor.name],
        [t('audit.by'), t(`audit.kinds.${actor.kind}`)],
        [t('audit.key'), mono(entry.action)],
        ...(object === null
          ? []
          : ([
              [t('audit.columns.object'), object.name ?? '–'],
              [t('audit.objectKind'), object.kind],
              [t('audit.objectId'), mono(object.id)],
            ] as const)),
        ...(tenant === null ? [] : ([[t('audit.tenant'), tenant]] as const)),
        ...(entry.ip === null ? [] : ([[t('audit.columns.ip'), mono(entry.ip)]] as const)),
        [t('audit.id'), mono(entry.id)],
      ]}
    />
  )
}
