import type { Sentences } from './sentences.ts';

export const JAPANESE: Sentences = {
  greeting: (topic) =>
    `こんにちは。このインタビューのテーマ：${topic}\n\nご自分の言葉でお答えください。質問を飛ばすときは「skip」と入力してください。`,
  openQuestion: 'このテーマについて、私たちが知っておくべきことは何ですか。',
  followUps: [
    '例を挙げていただけますか。',
    '妨げになっていることや、改善できそうなことは何ですか。',
    'ほかに、まだお話ししていない大切なことはありますか。',
  ],
  about: (title) => `次のテーマについて伺います：${title}。私たちが知っておくべきことは何ですか。`,
  closing: 'ありがとうございました。インタビューは終了し、回答は記録されました。',
  progress: (answered, questions) => `質問 ${questions} 件中 ${answered} 件に回答済み。`,
};
