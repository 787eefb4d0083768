import type { Sentences } from './sentences.ts';

export const TURKISH: Sentences = {
  greeting: (topic) =>
    `Merhaba! Bu görüşmenin konusu: ${topic}\n\nKendi sözlerinizle yanıtlayın ya da bir soruyu atlamak için “skip” yazın.`,
  openQuestion: 'Bu konuda ne bilmeliyiz?',
  followUps: [
    'Bir örnek verebilir misiniz?',
    'Neler engel oluyor ya da neler daha iyi işleyebilir?',
    'Konuşmadığımız başka önemli bir şey var mı?',
  ],
  about: (title) => `Şu konuyu konuşalım: ${title}. Bu konuda ne bilmeliyiz?`,
  closing: 'Teşekkür ederiz! Görüşme tamamlandı ve yanıtlarınız kaydedildi.',
  progress: (answered, questions) => `Yanıtlanan sorular: ${answered}/${questions}.`,
};
