import type { Why } from '@caseloom/contract/records/record-rights'
import type { RecordView } from '@caseloom/contract/records/records'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '../../../data/people.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import classes from './Rights.module.css'
import { WhyRules } from './WhyRules.tsx'

const ACTIONS = ['read', 'update', 'delete', 'restrict'] as const

/** What the user can do with the record and why; those who can restrict records can ask for others too. */
export function RightsDialog({ record, onClose }: { record: RecordView; onClose: () => void }) {
  const { t } = useTranslation('recordRights')
  const { tenantId, userId } = useTenantScope()
  const mayAskForOthers = useMay('record:restrict')
  const people = usePeople()
  const [subject, setSubject] = useState(userId)
  const [action, setAction] = useState<Why['action']>('update')
  const actions: Why['action'][] = [...ACTIONS, ...(record.lock === null ? [] : (['unlock'] as const))]
  const others = people.all.filter(({ id, active }) => active && id !== userId)
  const place = { tenantId, appId: record.appId, recordId: record.id }
  return (
    <Dialog onClose={onClose} title={t('rights.title', { id: record.trackingId })} size={520}>
      <div className={classes.form}>
        <div className={classes.pickers}>
          {mayAskForOthers && (
            <Select
              label={t('rights.subject')}
              searchable
              data={[
                { value: userId, label: t('rights.me') },
                ...others.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={subject}
              onChange={(value) => setSubject(value ?? userId)}
            />
          )}
          <Select
            label={t('rights.action')}
            data={actions.map((one) => ({ value: one, label: t(`rights.${one}`) }))}
            value={action}
            onChange={(value) => setAction(actions.find((one) => one === value) ?? 'update')}
          />
        </div>
        <WhyRules place={place} action={action} userId={subject === userId ? undefined : subject} />
      </div>
    </Dialog>
  )
}
