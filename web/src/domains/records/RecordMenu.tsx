import type { AppView } from '@caseloom/contract/apps'
import type { RecordView } from '@caseloom/contract/records'
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconHelpCircle, IconLock, IconShieldLock, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteRecord } from './DeleteRecord.tsx'
import { LockDialog } from './rights/LockDialog.tsx'
import { RestrictDialog } from './rights/RestrictDialog.tsx'
import { RightsDialog } from './rights/RightsDialog.tsx'

type Asking = 'delete' | 'restrict' | 'lock' | 'rights'

/** The overflow menu of a record: what one may do to it as a whole, and what one may do at all. */
export function RecordMenu({ app, record, title }: { app: AppView; record: RecordView; title: string }) {
  const { t } = useTranslation('records')
  const { t: say } = useTranslation('recordRights')
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
          {can.lock && item('lock', IconLock, say('menu.lock'))}
          {item('rights', IconHelpCircle, say('menu.rights'))}
          {can.delete && item('delete', IconTrash, t('page.delete'))}
        </Menu.Dropdown>
      </Menu>
      {asking === 'delete' && <DeleteRecord app={app} record={record} title={title} onClose={close} />}
      {asking === 'restrict' && <RestrictDialog app={app} record={record} onClose={close} />}
      {asking === 'lock' && <LockDialog record={record} onClose={close} />}
      {asking === 'rights' && <RightsDialog record={record} onClose={close} />}
    </>
  )
}
