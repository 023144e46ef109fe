import type { EditorState, Extension, Range } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, keymap, ViewPlugin, WidgetType } from '@codemirror/view'
import { type Pill, pillsOf } from './pills.ts'

class PillWidget extends WidgetType {
  readonly pill: Pill
  constructor(pill: Pill) {
    super()
    this.pill = pill
  }
  override eq(other: PillWidget): boolean {
    return other.pill.text === this.pill.text && other.pill.hue === this.pill.hue
  }
  override toDOM(view: EditorView): HTMLElement {
    const element = document.createElement('span')
    element.className = 'cm-pill'
    element.dataset['hue'] = this.pill.hue
    element.textContent = this.pill.text
    element.addEventListener('mousedown', (event) => {
      event.preventDefault()
      // A click expands the pill to code, with the cursor at the end of its path.
      const from = view.posAtDOM(element)
      const pill = pillsOf(view.state.doc.toString()).find((one) => one.from === from)
      if (pill !== undefined && !view.state.readOnly) {
        view.dispatch({ selection: { anchor: Math.max(pill.from + 1, pill.to - 3) } })
        view.focus()
      }
    })
    return element
  }
}

function isOpen(state: EditorState, { from, to }: Pill): boolean {
  return state.selection.ranges.some((range) => range.empty && range.head > from && range.head < to)
}

function folded(state: EditorState): Pill[] {
  return pillsOf(state.doc.toString()).filter((pill) => !isOpen(state, pill))
}

function decorations(view: EditorView): DecorationSet {
  const found: Range<Decoration>[] = []
  for (const pill of folded(view.state)) {
    // A decoration must not span lines.
    if (view.state.doc.lineAt(pill.from).to < pill.to) continue
    found.push(Decoration.replace({ widget: new PillWidget(pill) }).range(pill.from, pill.to))
  }
  return Decoration.set(found)
}

function deletePill(edge: 'from' | 'to') {
  return ({ state, dispatch }: EditorView): boolean => {
    const { main } = state.selection
    if (!main.empty || state.readOnly) return false
    const pill = folded(state).find((one) => one[edge] === main.head)
    if (pill === undefined) return false
    dispatch(state.update({ changes: { from: pill.from, to: pill.to }, userEvent: 'delete' }))
    return true
  }
}

/** Paths as pills; the cursor expands one, Backspace and Delete remove it entirely. */
export const pillView: Extension = [
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = decorations(view)
      }
      update(update: { docChanged: boolean; selectionSet: boolean; view: EditorView }): void {
        if (update.docChanged || update.selectionSet) this.decorations = decorations(update.view)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
  keymap.of([
    { key: 'Backspace', run: deletePill('to') },
    { key: 'Delete', run: deletePill('from') },
  ]),
  EditorView.lineWrapping,
]
