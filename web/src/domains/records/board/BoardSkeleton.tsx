import classes from './Board.module.css'

const COLUMNS = [3, 4, 2, 3]

/** Gray cards while the columns are counted. */
export function BoardSkeleton() {
  return (
    <div className={classes.board} aria-hidden>
      {COLUMNS.map((cards, at) => (
        <div key={at} className={classes.column}>
          <div className={classes.columnHead}>
            <span className={classes.bone} />
          </div>
          <div className={classes.ghosts}>
            {Array.from({ length: cards }, (_, place) => (
              <div key={place} className={classes.ghost} />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
