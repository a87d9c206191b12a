/**
 * Mends what a check of accessibility finds in the default theme: a home page without a main landmark, a search that is a button with
 * links inside of options, and a key that is read as part of a button's name.
 */
const mended = {
  'VPHome.vue': [
    [/<div(\s+class="VPHome")/, '<main$1'],
    [/<\/div>(\s*<\/template>\s*<style)/, '</main>$1'],
  ],
  'VPNavBarSearchButton.vue': [['>K</kbd>', ' data-key="K"></kbd>']],
  'VPLocalSearchBox.vue': [
    [/<kbd :aria-label/g, '<kbd role="img" :aria-label'],
    [
      /role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"/,
      'role="dialog" aria-modal="true"',
    ],
    [/:id="'localsearch-item-' \+ index"\s+:aria-selected="[^"]*"\s+role="option"/, 'role="none"'],
    [
      /:aria-label="\[\.\.\.p\.titles, p\.title\]\.join\(' > '\)"/,
      `:id="'localsearch-item-' + index" :aria-selected="selectedIndex === index" role="option"`,
    ],
  ],
}

export const accessibleTheme = {
  name: 'accessible-theme',
  enforce: 'pre',
  transform(code, id) {
    const name = id.split('/').at(-1)
    return mended[name]?.reduce((text, [from, to]) => {
      const next = text.replace(from, to)
      if (next === text) throw new Error(`${name} of the theme has changed: ${from} is not there`)
      return next
    }, code)
  },
}
