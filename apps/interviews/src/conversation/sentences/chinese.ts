import type { Sentences } from './sentences.ts';

export const CHINESE: Sentences = {
  greeting: (topic) => `您好！本次访谈的主题：${topic}\n\n请用自己的话回答；如要跳过某个问题，请输入“skip”。`,
  openQuestion: '关于这个主题，我们应该了解什么？',
  followUps: [
    '您能举个例子吗？',
    '有哪些阻碍，或者哪些方面可以做得更好？',
    '还有哪些重要的内容我们没有谈到？',
  ],
  about: (title) => `我们来谈谈这个话题：${title}。我们应该了解什么？`,
  closing: '谢谢！访谈已完成，您的回答已保存。',
  progress: (answered, questions) => `已回答 ${answered} 个问题，共 ${questions} 个。`,
};

export const TRADITIONAL_CHINESE: Sentences = {
  greeting: (topic) =>
    `您好！本次訪談的主題：${topic}\n\n請用自己的話回答；如要跳過某個問題，請輸入「skip」。`,
  openQuestion: '關於這個主題，我們應該了解什麼？',
  followUps: [
    '您能舉個例子嗎？',
    '有哪些阻礙，或者哪些方面可以做得更好？',
    '還有哪些重要的內容我們沒有談到？',
  ],
  about: (title) => `我們來談談這個話題：${title}。我們應該了解什麼？`,
  closing: '謝謝！訪談已完成，您的回答已儲存。',
  progress: (answered, questions) => `已回答 ${answered} 個問題，共 ${questions} 個。`,
};
