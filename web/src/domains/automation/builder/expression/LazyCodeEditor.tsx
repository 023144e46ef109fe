import { lazy, Suspense } from 'react'
import type { CodeEditorProps } from './CodeEditor.tsx'
import classes from './Expression.module.css'

const Editor = lazy(async () => ({ default: (await import('./CodeEditor.tsx')).CodeEditor }))

/** The code editor, whose code comes when the first one is shown; until then the text as it is. */
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
