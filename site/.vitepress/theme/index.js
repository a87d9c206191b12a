import { withBase } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import framed from './framed.js'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Framed', framed)
    app.config.globalProperties.$withBase = withBase
  },
}
