import { ActionIcon, Drawer } from '@mantine/core'
import { IconLayoutSidebarRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../../ui/text/i18n.ts'
import { useRailRoom } from '../list/beside-list.ts'
import classes from './Rail.module.css'
import { railEn } from './rail.en.ts'
import { type RailProps, RecordRail } from './RecordRail.tsx'

addTexts('rail', railEn)

/** The page of a record with what matters most beside every tab; where the window is narrow, behind a button. */
export function WithRail({ children, ...rail }: RailProps & { children: ReactNode }) {
  const { t } = useTranslation('rail')
  const isWide = useRailRoom()
  return (
    <div className={classes.columns}>
      <div className={classes.work}>{children}</div>
      {isWide && (
        <aside className={classes.rail} aria-label={t('label')}>
          <RecordRail {...rail} />
        </aside>
      )}
    </div>
  )
}

/** In the header of a narrow window. */
export function RailButton(rail: RailProps) {
  const { t } = useTranslation('rail')
  const [isOpen, setIsOpen] = useState(false)
  if (useRailRoom()) return null
  return (
    <>
      <ActionIcon aria-label={t('label')} onClick={() => setIsOpen(true)}>
        <IconLayoutSidebarRight size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
      <Drawer
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        position="right"
        size={320}
        title={t('label')}
        closeButtonProps={{ 'aria-label': t('close') }}
      >
        <RecordRail {...rail} onLeave={() => setIsOpen(false)} />
      </Drawer>
    </>
  )
}
