import type { AppView } from '@caseloom/contract/apps/apps'
import { Menu } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describeError } from '../../../data/describe-error.ts'
import { paths } from '../../../data/paths.ts'
import { useMay, useTenantScope } from '../../../data/scope.tsx'
import { ActionItem } from './ActionItem.tsx'
import classes from './ActionItem.module.css'
import { recordButtonsQuery } from './buttons.queries.ts'
import { PressAsked } from './PressAsked.tsx'
import { usePress } from './usePress.ts'

interface RowMenuProps {
  app: AppView
  record: { id: string }
  /** The button of the row: the menu opens there, and the focus returns to it. */
  anchor: HTMLElement
  onClose: () => void
}

/** The menu of a record in a list: opens it, or presses a button that its page has. */
export function RowMenu({ app, record, anchor, onClose }: RowMenuProps) {
  const mayRun = useMay('playbook:run')
  const [isOpen, setOpen] = useState(true)
  const { start, asking } = usePress(record.id, { onEnd: onClose })
  const { right, bottom } = anchor.getBoundingClientRect()
  const dismiss = () => {
    onClose()
    anchor.focus({ preventScroll: true })
  }
  const press: Start = (button) => {
    setOpen(false)
    start(button)
  }
  return (
    <>
      <Menu
        position="bottom-end"
        width={320}
        opened={isOpen}
        onDismiss={dismiss}
        returnFocus={false}
        trapFocus
      >
        <Menu.Target>
          <span className={classes.anchor} style={{ left: right, top: bottom }} />
        </Menu.Target>
        <Menu.Dropdown>
          <OpenItem app={app} record={record} />
          {mayRun && <Actions appId={app.id} recordId={record.id} onStart={press} />}
        </Menu.Dropdown>
      </Menu>
      <PressAsked appId={app.id} recordId={record.id} asking={asking} />
    </>
  )
}

function OpenItem({ app, record }: Pick<RowMenuProps, 'app' | 'record'>) {
  const { t } = useTranslation('buttons')
  const scope = useTenantScope()
  return (
    <Menu.Item
      component={Link}
      to={paths.record(scope, app.id, record.id)}
      leftSection={<IconArrowRight size={16} stroke={1.6} aria-hidden />}
    >
      {t('row.open')}
    </Menu.Item>
  )
}

type Start = ReturnType<typeof usePress>['start']

function Actions({ appId, recordId, onStart }: { appId: string; recordId: string; onStart: Start }) {
  const { t } = useTranslation('buttons')
  const { tenantId } = useTenantScope()
  const query = useQuery(recordButtonsQuery(tenantId, appId, recordId))
  const notice = query.isPending
    ? t('row.loading')
    : query.isError
      ? describeError(query.error).text
      : query.data.length === 0
        ? t('row.none')
        : null
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{notice ?? t('row.title')}</Menu.Label>
      {query.data?.map((button) => (
        <ActionItem key={button.id} button={button} onStart={() => onStart(button)} />
      ))}
    </>
  )
}
