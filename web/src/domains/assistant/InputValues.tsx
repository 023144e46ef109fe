import classes from './Cards.module.css'
import type { inputLines } from './input-lines.ts'

/** The values that a component will be run with. */
export function InputValues({ lines }: { lines: ReturnType<typeof inputLines> }) {
  return (
    <dl className={classes.values}>
      {lines.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
