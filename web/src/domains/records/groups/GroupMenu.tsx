import type { AppView } from '@caseloom/contract/apps/apps'
import { Button } from '@mantine/core'
import { IconChevronDown, IconLayoutRows } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PickMenu } from '../../../ui/pick/PickMenu.tsx'
import { useKeyActions } from '../../../ui/shortcuts/registry.ts'
import { groupText, isBoard, isCollapsed, withGroupBy, withSimilar } from '../model/list-search.ts'
import type { ListState } from '../model/list-state.ts'
import { columnChoices, groupChoices, listGroupBy } from './group-words.tsx'

interface GroupMenuProps {
  app: AppView
  state: ListState
  onState: (next: ListState) => void
}

const NONE = 'none'
const SIMILAR = 'similar records'

/** What a list can be grouped by, what it is grouped by now, and what to do with another choice. */
function useGroupItems({ app, state, onState }: GroupMenuProps) {
  const { t } = useTranslation('records')
  const { t: sayField } = useTranslation('fields')
  const board = isBoard(state)
  const choices = useMemo(
    () => (board ? columnChoices(app) : groupChoices(app, t, sayField)),
    [app, board, t, sayField],
  )
  const groupBy = listGroupBy(app, state)
  const chosen = choices.find(({ value }) => groupBy !== null && value === groupText(groupBy))
  const mayCollapse = !board && (app.correlation?.length ?? 0) > 0
  const collapsed = mayCollapse && isCollapsed(state)
  const items = [
    ...(board ? [] : [{ value: NONE, label: t('groups.none') }]),
    ...(mayCollapse ? [{ value: SIMILAR, label: t('groups.similar') }] : []),
    ...choices.map(({ value, label }) => ({ value, label })),
  ]
  const pick = (picked: string) => {
    const found = choices.find(({ value }) => value === picked)
    onState(picked === SIMILAR ? withSimilar(state) : withGroupBy(state, found?.groupBy ?? null))
  }
  return { board, items, pick, collapsed, chosen }
}

/** What the list is grouped by, or the columns of its board; `G` opens it. */
export function GroupMenu(props: GroupMenuProps) {
  const { t } = useTranslation('records')
  const [opened, setOpened] = useState(false)
  const { board, items, pick, collapsed, chosen } = useGroupItems(props)
  useKeyActions([
    { keys: ['G'], label: t(board ? 'board.columnsKey' : 'groups.key'), run: () => setOpened(true) },
  ])
  return (
    <PickMenu
      opened={opened}
      onChange={setOpened}
      title={t(board ? 'board.columnsTitle' : 'groups.title')}
      opensWith="G"
      items={items}
      chosen={[collapsed ? SIMILAR : (chosen?.value ?? NONE)]}
      startsAtChosen
      onPick={pick}
    >
      <Button
        variant="subtle"
        aria-haspopup="dialog"
        aria-expanded={opened}
        leftSection={<IconLayoutRows size={16} stroke={1.6} aria-hidden />}
        rightSection={<IconChevronDown size={14} stroke={1.6} aria-hidden />}
        onClick={() => setOpened(!opened)}
      >
        {chosen === undefined
          ? t(collapsed ? 'groups.similar' : 'groups.group')
          : t(board ? 'board.columns' : 'groups.grouped', { by: chosen.label })}
      </Button>
    </PickMenu>
  )
}
