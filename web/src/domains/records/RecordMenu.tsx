import type { AppView } from '@caseloom/contract/apps/apps'
import type { RecordView } from '@caseloom/contract/records/records'
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowMerge,
  IconDots,
  IconHelpCircle,
  IconListTree,
  IconLock,
  IconShieldLock,
  IconTrash,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../data/paths.ts'
import { useTenantScope } from '../../data/scope.tsx'
import { addTexts } from '../../ui/text/i18n.ts'
import { DeleteRecord } from './DeleteRecord.tsx'
import { workflowRunsQuery } from './runs/runs.queries.ts'
import { mergeEn } from './merge/merge.en.ts'
import { LockDialog } from './permissions/LockDialog.tsx'
import { RestrictDialog } from './permissions/RestrictDialog.tsx'
import { RightsDialog } from './permissions/RightsDialog.tsx'

addTexts('merge', mergeEn)
const MergeDialog = lazy(() => import('./merge/MergeDialog.tsx').then((m) => ({ default: m.MergeDialog })))

/** Leads to the newest evaluation of the record; absent while there is none. */
function WorkflowRunsItem({ app, record }: { app: AppView; record: RecordView }) {
  const { t } = useTranslation('records')
  const scope = useTenantScope()
  const place = { tenantId: scope.tenantId, appId: app.id, recordId: record.id }
  const newest = useInfiniteQuery(workflowRunsQuery(place)).data?.pages[0]?.items[0]
  if (newest === undefined) return null
  return (
    <Menu.Item
      component={Link}
      leftSection={<IconListTree size={16} stroke={1.6} aria-hidden />}
      to={paths.workflowRun(scope, record.id, newest)}
    >
      {t('page.workflowRuns')}
    </Menu.Item>
  )
}

type Asking = 'delete' | 'merge' | 'restrict' | 'lock' | 'rights'

export function RecordMenu({ app, record, title }: { app: AppView; record: RecordView; title: string }) {
  const { t } = useTranslation('records')
  const { t: say } = useTranslation('recordRights')
  const { t: merging } = useTranslation('merge')
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  const { can } = record
  const item = (what: Asking, Icon: typeof IconLock, label: string) => (
    <Menu.Item leftSection={<Icon size={16} stroke={1.6} aria-hidden />} onClick={() => setAsking(what)}>
      {label}
    </Menu.Item>
  )
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('page.more')}>
            <IconDots size={16} stroke={1.6} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {can.restrict && item('restrict', IconShieldLock, say('menu.restrict'))}
          {can.update && item('merge', IconArrowMerge, merging('menu'))}
          {can.lock && item('lock', IconLock, say('menu.lock'))}
          <WorkflowRunsItem app={app} record={record} />
          {item('rights', IconHelpCircle, say('menu.rights'))}
          {can.delete && item('delete', IconTrash, t('page.delete'))}
        </Menu.Dropdown>
      </Menu>
      {asking === 'delete' && <DeleteRecord app={app} record={record} title={title} onClose={close} />}
      {asking === 'merge' && (
        <Suspense>
          <MergeDialog app={app} record={record} onClose={close} />
        </Suspense>
      )}
      {asking === 'restrict' && <RestrictDialog app={app} record={record} onClose={close} />}
      {asking === 'lock' && <LockDialog record={record} onClose={close} />}
      {asking === 'rights' && <RightsDialog record={record} onClose={close} />}
    </>
  )
}
