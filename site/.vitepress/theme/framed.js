import { useData, withBase } from 'vitepress'
import { defineComponent, h, onMounted, ref, watch } from 'vue'

/** A page of the tool in a frame: a report, or the page that judges, which can be given one of our recordings. */
export default defineComponent({
  props: { src: String, title: String, lang: String, recordings: { type: Array, default: () => [] } },
  setup(props) {
    const { isDark } = useData()
    const theme = () => (isDark.value ? 'dark' : 'light')
    const frame = ref(null)
    const isShown = ref(false)

    onMounted(() => {
      // where the pages of the tool keep the choices of their reader
      localStorage.setItem('homologa-lang', props.lang)
      localStorage.setItem('homologa-theme', theme())
      isShown.value = true
    })
    watch(isDark, () => {
      localStorage.setItem('homologa-theme', theme())
      frame.value.contentDocument.documentElement.dataset.theme = theme()
    })

    /** The page in the frame may open no connection, so the recording is fetched here and dropped on it. */
    async function give(recording) {
      const response = await fetch(withBase(recording))
      const dropped = new DataTransfer()
      dropped.items.add(new File([await response.blob()], recording.split('/').at(-1)))
      const event = new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true })
      frame.value.contentDocument.body.dispatchEvent(event)
    }

    return () => [
      ...props.recordings.map(({ text, src }) =>
        h('button', { type: 'button', class: 'recording', onClick: () => give(src) }, text),
      ),
      h('div', { class: 'framed' }, [
        isShown.value &&
          h('iframe', { ref: frame, src: withBase(props.src), title: props.title, loading: 'lazy' }),
      ]),
    ]
  },
})
