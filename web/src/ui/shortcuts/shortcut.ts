export interface Shortcut {
  /** As they are shown, each one enough: `J`, `↓`. */
  keys: readonly string[]
  label: string
}

/** A shortcut with what it does. Its first key is the one that is listened to, in either case. */
export interface KeyAction extends Shortcut {
  run: () => void
}

/** The action for a key, as browsers name it. */
export function actionOf<Action extends Shortcut>(
  actions: readonly Action[],
  key: string,
): Action | undefined {
  const named = NAMES[key] ?? key.toUpperCase()
  return actions.find(({ keys }) => keys[0] === named)
}

const NAMES: Readonly<Record<string, string>> = { Escape: 'Esc', Enter: '↵' }
