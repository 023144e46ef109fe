import { SegmentedControl } from '@mantine/core'
import { IconLayoutKanban, IconList } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isBoard, withBoard } from './model/list-search.ts'
import type { ListState } from './model/list-state.ts'
import classes from './model/Records.module.css'

interface ShowSwitchProps {
  state: ListState
  onState: (next: ListState) => void
}

/** Rows or cards. */
export function ShowSwitch({ state, onState }: ShowSwitchProps) {
  const { t } = useTranslation('records')
  const shows = [
    { value: 'list', Icon: IconList },
    { value: 'board', Icon: IconLayoutKanban },
  ] as const
  return (
    <SegmentedControl
      aria-label={t('board.show')}
      value={isBoard(state) ? 'board' : 'list'}
      onChange={(value) => onState(withBoard(state, value === 'board'))}
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
