import type { AppView } from '@caseloom/contract/apps/apps'
import { IconArrowUp } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChoiceField } from '../editors/ChoiceEditor.tsx'
import { Conflicts } from '../model/Conflicts.tsx'
import { usePeople } from '../../../data/people.ts'
import classes from './Board.module.css'
import { CardStanding } from './CardStanding.tsx'
import { Column } from './Column.tsx'
import type { BoardActs, CardLook } from './card-look.ts'
import type { BoardState } from './useBoard.ts'

const CloseDialog = lazy(() =>
  import('../quick/CloseDialog.tsx').then((module) => ({ default: module.CloseDialog })),
)

interface BoardProps {
  app: AppView
  field: ChoiceField
  board: BoardState
  look: CardLook
  acts: BoardActs
  selected: ReadonlySet<string>
  flashing: ReadonlySet<string>
  newCount: number
  onShowNew: () => void
  /** The bar of the selected records, and menus. */
  children: ReactNode
}

/** The records of a list as cards in a column for each value of a field. */
export function Board(props: BoardProps) {
  const { app, field, board, look, acts, selected, flashing, newCount, onShowNew, children } = props
  const { t } = useTranslation('ui')
  const { shown, spot, reveal, drag, moves, readId } = board
  return (
    <div className={classes.frame}>
      {newCount > 0 && (
        <button type="button" className={classes.newPill} onClick={onShowNew}>
          <IconArrowUp size={12} stroke={2} aria-hidden />
          {t('grid.new', { count: newCount })}
        </button>
      )}
      <div className={classes.board}>
        {shown.map((column) => (
          <Column
            key={column.key}
            {...{ field, column, look, acts, selected, flashing, drag }}
            spot={spot?.column === column.key ? spot : null}
            reveal={reveal?.column === column.key ? reveal : null}
          />
        ))}
      </div>
      {readId !== undefined && (
        <CardStanding
          key={readId}
          app={app}
          id={readId}
          isAwaited={moves.head !== undefined}
          onKnown={moves.setKnown}
          onFailed={moves.fail}
        />
      )}
      {children}
      <ClosingCard app={app} board={board} />
    </div>
  )
}

/** The dialog that a drop on a closed state opens, and the one for changes of others. */
function ClosingCard({ app, board }: Pick<BoardProps, 'app' | 'board'>) {
  const people = usePeople()
  const { moves, goNext } = board
  const { closing, setClosing } = moves
  return (
    <>
      {closing !== null && (
        <Suspense fallback={null}>
          <CloseDialog
            app={app}
            recordId={closing.id}
            to={closing.to}
            then={undefined}
            onClose={() => setClosing(null)}
            onClosed={() => goNext({ column: closing.from, id: closing.id })}
          />
        </Suspense>
      )}
      <Conflicts app={app} saving={moves.saving} people={people} />
    </>
  )
}
