import { OCCASIONS } from '@caseloom/contract/apps/workflow'
import { searchRecords } from '@caseloom/contract/records/records'
import { wholeWorkflow } from '@caseloom/workflow/applets/whole-workflow'
import { ActionIcon, Select } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../data/call.ts'
import { keys } from '../../../../data/keys.ts'
import { principalsQuery } from '../../../../data/people.ts'
import { useTenantScope } from '../../../../data/scope.tsx'
import { DockPanel } from '../../../../ui/admin/DockPanel.tsx'
import type { EditedApp } from '../../draft/useAppDraft.ts'
import { useWorkflow } from '../model/editor-context.ts'
import { NO_WORKFLOW } from '../model/new-items.ts'
import { rulesOf } from '../model/workflow-tree.ts'
import { TrialForm } from './TrialForm.tsx'
import classes from './Trial.module.css'
import type { Trial } from './useTrial.ts'

const SAMPLE = ''
const YOU = ''

/** The form as the draft's workflow makes it, for a record and a role; nothing is saved. */
export function TryPanel({ trial, onClose }: { trial: Trial; onClose: () => void }) {
  const { t } = useTranslation('workflow-editor')
  const { edited } = useWorkflow()
  const { outcome } = trial
  const own = new Set(rulesOf(wholeWorkflow(edited.draft) ?? NO_WORKFLOW).map(({ id }) => id))
  const fired = outcome?.trace.filter(({ rule, outcome: how }) => own.has(rule) && how === 'true').length ?? 0
  return (
    <div className={classes.panel}>
      <DockPanel
        title={t('try.title')}
        subtitle={t('try.note')}
        actions={
          <ActionIcon
            aria-label={t('try.again')}
            title={t('try.again')}
            onClick={() => trial.begin(trial.start)}
          >
            <IconRefresh size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        }
        footer={
          <span className={classes.quiet} role="status">
            {t('try.fired', {
              fired,
              count: own.size,
              ms: Math.max(0.1, Math.round(trial.took * 10) / 10),
            })}
          </span>
        }
        onClose={onClose}
      >
        <TrialChoices trial={trial} />
        <TrialForm trial={trial} />
      </DockPanel>
    </div>
  )
}

/** The records that were changed last, to try the form with. */
function useNewest({ base, source }: EditedApp) {
  const { tenantId } = useTenantScope()
  const appId = base.id
  return useQuery({
    queryKey: keys.list(tenantId, 'records', appId, 'trial'),
    // An applet has no records of its own.
    enabled: source.kind === 'app',
    queryFn: async ({ signal }) =>
      (
        await call(searchRecords, {
          params: { tenantId, appId },
          body: { limit: 20, count: 'none', sort: [{ field: 'updated_at', direction: 'desc' }] },
          signal,
        })
      ).items,
  }).data
}

function TrialChoices({ trial }: { trial: Trial }) {
  const { t } = useTranslation('workflow-editor')
  const { tenantId } = useTenantScope()
  const { edited, words } = useWorkflow()
  const roles = useQuery(principalsQuery(tenantId)).data?.roles ?? []
  const records = useNewest(edited)
  return (
    <div className={classes.choices}>
      <Select
        label={t('try.record')}
        allowDeselect={false}
        data={[
          { value: SAMPLE, label: t('try.sample') },
          ...(records ?? []).map(({ id, trackingId }) => ({ value: String(id), label: trackingId })),
        ]}
        value={trial.start.recordId ?? SAMPLE}
        onChange={(id) => {
          const record = records?.find((one) => one.id === id)
          trial.begin(
            record === undefined
              ? { recordId: null, stored: null }
              : { recordId: record.id, stored: record.fields },
          )
        }}
      />
      <Select
        label={t('try.openedBy')}
        allowDeselect={false}
        data={OCCASIONS.map((one) => ({ value: one, label: words.say(`occasions.${one}`) }))}
        value={trial.occasion}
        onChange={(next) => {
          const occasion = OCCASIONS.find((one) => one === next)
          if (occasion !== undefined) trial.setOccasion(occasion)
        }}
      />
      <Select
        label={t('try.viewAs')}
        allowDeselect={false}
        data={[
          { value: YOU, label: t('try.you') },
          ...roles.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={trial.role ?? YOU}
        onChange={(role) => trial.setRole(role === YOU ? null : role)}
      />
    </div>
  )
}
