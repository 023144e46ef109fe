import { SegmentedControl } from '@mantine/core'
import { IconColumns2, IconLayoutKanban, IconList } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isBoard, withBoard } from './model/list-search.ts'
import type { ListState } from './model/list-state.ts'
import classes from './model/Records.module.css'

interface ShowSwitchProps {
  state: ListState
  onState: (next: ListState) => void
  /** Opens a record beside the list. */
  onSplit: () => void
  /** Whether a field has columns for cards. */
  hasBoard: boolean
}

/** Rows, rows with a record beside them, or cards. */
export function ShowSwitch({ state, onState, onSplit, hasBoard }: ShowSwitchProps) {
  const { t } = useTranslation('records')
  const shows = [
    { value: 'list', Icon: IconList },
    { value: 'split', Icon: IconColumns2 },
    ...(hasBoard ? ([{ value: 'board', Icon: IconLayoutKanban }] as const) : []),
  ] as const
  return (
    <SegmentedControl
      aria-label={t('board.show')}
      value={isBoard(state) ? 'board' : 'list'}
      onChange={(value) => (value === 'split' ? onSplit() : onState(withBoard(state, value === 'board')))}
      data={shows.map(({ value, Icon }) => ({
        value,
        label: (
          <span className={classes.show} title={t(`board.${value}`)}>
            <Icon size={16} stroke={1.6} aria-hidden />
            <span className="cl-clipped">{t(`board.${value}`)}</span>
          </span>
        ),
      }))}
    />
  )
}
