import type { ReportView } from '@caseloom/contract/workspaces/reports'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { TabBar } from '../../../ui/frame/TabBar.tsx'
import { useWidth } from '../../../ui/grid/useWidth.ts'
import classes from './Views.module.css'

export const ALL = 'all'

interface ViewTabsProps {
  views: readonly ReportView[]
  /** ID of the open view, or `all`. */
  value: string
  onChange: (id: string) => void
  /** Absent when the user can't save views. */
  onAdd?: () => void
  children: ReactNode
}

const BESIDE = 420
const widthOf = (name: string) => Math.min(name.length, 30) * 7 + 24

export function ViewTabs({ views, value, onChange, onAdd, children }: ViewTabsProps) {
  const { t } = useTranslation('records')
  const [frame, width] = useWidth()
  const { shown, rest } = fitting(views, value, width - BESIDE - widthOf(t('all')))
  return (
    <div ref={frame}>
      <TabBar
        label={t('views')}
        prefix="views"
        value={value}
        onChange={onChange}
        tabs={[
          { key: ALL, label: t('all') },
          ...shown.map((view) => ({ key: String(view.id), label: view.name })),
        ]}
        actions={
          <>
            {rest.length > 0 && (
              <Menu>
                <Menu.Target>
                  <Button
                    variant="subtle"
                    rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
                  >
                    {t('view.more', { count: rest.length })}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown className={classes.menu ?? ''}>
                  {rest.map((view) => (
                    <Menu.Item key={view.id} onClick={() => onChange(view.id)}>
                      {view.name}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            )}
            {onAdd !== undefined && (
              <ActionIcon aria-label={t('view.add')} title={t('view.add')} onClick={onAdd}>
                <IconPlus size={16} stroke={1.8} aria-hidden />
              </ActionIcon>
            )}
            {children}
          </>
        }
      />
    </div>
  )
}

function fitting(views: readonly ReportView[], value: string, room: number) {
  const open = views.find((view) => view.id === value)
  let left = room - (open === undefined ? 0 : widthOf(open.name))
  const shown = views.filter((view) => {
    if (view === open) return true
    left -= widthOf(view.name)
    return left > 0
  })
  return { shown, rest: views.filter((view) => !shown.includes(view)) }
}
