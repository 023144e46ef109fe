import { lazy, Suspense } from 'react'
import type { CodeEditorProps } from './CodeEditor.tsx'
import classes from './Expression.module.css'

const Editor = lazy(async () => ({ default: (await import('./CodeEditor.tsx')).CodeEditor }))

/** Loads the code editor on first use; shows plain text until then. */
export function LazyCodeEditor(props: CodeEditorProps) {
  return (
    <Suspense
      fallback={
        <div className={props.page === true ? classes.page : classes.editor} aria-busy>
          <div className={classes.waiting}>{props.value}</div>
        </div>
      }
    >
      <Editor {...props} />
    </Suspense>
  )
}
